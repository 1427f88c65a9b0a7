import { encode } from 'uqr'

type Props = {
  readonly text: string
  readonly label: string
  /** Error correction: M restores 15 % of the code, L 7 % (ISO/IEC 18004). */
  readonly ecc?: 'L' | 'M'
}

/**
 * Draws a QR code as one path, with a quiet zone of four modules (ISO/IEC 18004), always dark on
 * white.
 */
export function QrCode({ text, label, ecc = 'M' }: Props) {
  const { data, size } = encode(text, { ecc, border: 4 })
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(rowPath).join('')} stroke="#000" />
    </svg>
  )
}

/**
 * Returns the dark modules of a row as strokes, each relative to the end of the previous stroke.
 * This halves the bytes.
 */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  let end = 0
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    path += path === '' ? `M${start} ${y}.5` : `m${start - end} 0`
    end = x + 1
    path += `h${end - start}`
  }
  return path
}
