export function Guilloche() {
  return (
    <svg
      className="guilloche"
      viewBox="0 0 600 190"
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeWidth=".8"
      aria-hidden="true"
    >
      {Array.from({ length: 9 }, (_, line) => (
        <path key={line} d={wave(line)} />
      ))}
    </svg>
  )
}

const step = 50

function wave(line: number): string {
  const points = Array.from({ length: 13 }, (_, index) => point(index * step, line))
  const curve = points.slice(1).map(({ x, y, slope }) => {
    const third = step / 3
    return `${Math.round(x - third)} ${Math.round(y - slope * third)} ${x} ${Math.round(y)}`
  })
  return `M0 ${Math.round(points[0]?.y ?? 0)}S${curve.join(' ')}`
}

function point(x: number, line: number): { x: number; y: number; slope: number } {
  const [frequency, phase, height] = [Math.PI / 100, line * 0.42, 62 - line * 2]
  const angle = x * frequency + phase
  return { x, y: 95 + height * Math.sin(angle), slope: height * frequency * Math.cos(angle) }
}
