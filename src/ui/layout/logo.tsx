import { logoSvg } from './logo-svg.ts'

export function Logo() {
  return <span className="mark" aria-hidden="true" dangerouslySetInnerHTML={{ __html: logoSvg }} />
}
