/** Fine lines of a banknote or a passport page, drawn as a few sine waves: decoration, and small. */
export function Guilloche() {
  return (
    <svg className="guilloche" viewBox="0 0 600 190" preserveAspectRatio="none" fill="none" stroke="currentColor" strokeWidth=".8" aria-hidden="true">
      {Array.from({ length: 9 }, (_, line) => (
        <path key={line} d={wave(line)} />
      ))}
    </svg>
  )
}

function wave(line: number): string {
  const points = Array.from({ length: 13 }, (_, step) => {
    const phase = (step * 5) / 6 + line * 0.55
    return `${step * 50} ${Math.round(95 + Math.sin(phase) * (56 - line * 3) + Math.cos(step / 2 + line) * 18)}`
  })
  return `M${points[0]}S${points.slice(1).flatMap((point, index) => [control(point, index), point]).join(' ')}`
}

function control(point: string, index: number): string {
  const [x = '0', y = '0'] = point.split(' ')
  return `${Number(x) - 22} ${Number(y) + (index % 2 === 0 ? 4 : -4)}`
}
