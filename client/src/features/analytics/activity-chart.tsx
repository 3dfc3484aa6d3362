import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';

export interface ActivityDay {
  label: string;
  generated: number;
  posted: number;
}

/** Recharts is large: this file is loaded only when there is something to draw. */
export default function ActivityChart({ days }: { days: readonly ActivityDay[] }) {
  const label = { fill: 'var(--color-muted)', fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height={200}>
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
          tick={label}
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
