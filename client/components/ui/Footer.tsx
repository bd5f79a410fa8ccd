import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { type Language, languages } from '../../text/language.ts';
import { useText } from '../../text/useText.tsx';
import classes from './Footer.module.css';

const schemes = ['auto', 'light', 'dark'] as const satisfies MantineColorScheme[];

export function Footer() {
  const { copy, language, choose } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [problem, setProblem] = useState<string | null>(null);
  const chooseLanguage = (next: Language) => {
    setProblem(null);
    choose(next).catch(() => setProblem(copy.errors.offline));
  };
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.note}>{copy.footer.note}</p>
        <div className={classes.choices}>
          <NativeSelect
            label={copy.footer.appearance}
            value={colorScheme}
            onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
            data={schemes.map((value) => ({ value, label: copy.footer.schemes[value] }))}
          />
          <NativeSelect
            label={copy.footer.language}
            value={language}
            onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
        </div>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
    </footer>
  );
}
