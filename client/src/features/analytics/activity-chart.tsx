import {
  Bar,
  BarChart,
  LabelList,
  ResponsiveContainer,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';

export interface ActivityDay {
  label: string;
  generated: number;
  posted: number;
}

/** Two lines, so that seven days fit side by side on a phone. */
function DayTick({ x, y, payload }: XAxisTickContentProps) {
  const [day, weekday] = String(payload.value).split(' ');
  return (
    <text x={x} y={y} textAnchor="middle" fontSize={12} fill="var(--color-muted)">
      <tspan x={x} dy="0.71em">
        {weekday}
      </tspan>
      <tspan x={x} dy="1.25em">
        {day}
      </tspan>
    </text>
  );
}

/** Loaded only when there is something to draw: Recharts is large. */
export default function ActivityChart({ days }: { days: readonly ActivityDay[] }) {
  const label = { fill: 'var(--color-muted)', fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height={210}>
      <BarChart
        accessibilityLayer={false}
        data={[...days]}
        margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
        barGap={2}
      >
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          tick={DayTick}
          height={40}
          interval={0}
        />
        <YAxis hide allowDecimals={false} />
        <Bar dataKey="generated" fill="var(--color-line-strong)" radius={2} isAnimationActive={false}>
          <LabelList dataKey="generated" position="top" {...label} />
        </Bar>
        <Bar dataKey="posted" fill="var(--color-posted)" radius={2} isAnimationActive={false}>
          <LabelList dataKey="posted" position="top" {...label} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
