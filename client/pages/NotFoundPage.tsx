import { Link } from 'react-router';
import { PageHeading } from '../components/PageHeading.tsx';
import { useText } from '../text/useText.tsx';

export function NotFoundPage() {
  const { copy } = useText();
  return (
    <div style={{ display: 'grid', gap: '1rem' }}>
      <PageHeading>{copy.notFound.title}</PageHeading>
      <p>{copy.notFound.text}</p>
      <p>
        <Link to="/">{copy.notFound.home}</Link>
      </p>
    </div>
  );
}
