import { Badge } from '../../../components/ui/button.tsx';

const SHOWN = 3;

export function ExpertiseBadges({ areas }: { areas: readonly string[] }) {
  if (areas.length === 0) return null;
  const more = areas.length - SHOWN;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {areas.slice(0, SHOWN).map((area) => (
        <li key={area}>
          <Badge className="wrap-anywhere">{area}</Badge>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Badge title={areas.slice(SHOWN).join(', ')}>+{more} more</Badge>
        </li>
      )}
    </ul>
  );
}
