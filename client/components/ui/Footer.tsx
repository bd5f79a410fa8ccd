import { useState } from 'react';
import { brand } from '../../brand.ts';
import { type ColorScheme, colorSchemes, keepColorScheme, readColorScheme } from '../../colorScheme.ts';
import { useTaken } from '../../known.ts';
import { Link } from '../../router/Link.tsx';
import { type Language, languages } from '../../text/language.ts';
import { useText } from '../../text/useText.tsx';
import { trpc } from '../../trpc.ts';
import classes from './Footer.module.css';
import { SelectField } from './SelectField.tsx';

export function Footer() {
  const { copy, language, choose } = useText();
  const taken = useTaken();
  const [chosen, setColorScheme] = useState<ColorScheme | null>(null);
  // The server doesn't know what the browser keeps.
  const colorScheme = taken ? 'auto' : (chosen ?? readColorScheme());
  const show = (scheme: ColorScheme) => {
    setColorScheme(scheme);
    keepColorScheme(scheme);
  };
  const [problem, setProblem] = useState<string | null>(null);
  const chooseLanguage = (next: Language) => {
    setProblem(null);
    choose(next).catch(() => setProblem(copy.errors.offline));
  };
  return (
    <footer className={classes.footer}>
      <p className={classes.note}>{copy.footer.note}</p>
      <EndLinks />
      {brand.support && (
        <a href={brand.support} className={classes.link}>
          {copy.footer.support}
        </a>
      )}
      <div className={classes.choices}>
        <SelectField
          plain
          label={copy.footer.appearance}
          value={colorScheme}
          disabled={taken !== null}
          onChange={(event) => show(event.currentTarget.value as ColorScheme)}
          options={colorSchemes.map((value) => ({ value, label: copy.footer.schemes[value] }))}
        />
        <SelectField
          plain
          label={copy.footer.language}
          value={language}
          disabled={taken !== null}
          onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </footer>
  );
}

/** Reachable from every page, also by whoever can't sign in. */
function EndLinks() {
  const { copy } = useText();
  const offered = trpc.session.options.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY }).data;
  const links = { cancel: offered?.cancelPage, withdraw: Boolean(offered?.withdrawalDays) };
  return (['cancel', 'withdraw'] as const).map(
    (name) =>
      links[name] && (
        <Link key={name} to={`/${name}`} className={classes.link}>
          {copy.footer[name]}
        </Link>
      ),
  );
}
