import { scriptJson } from '../../domain/script-json.ts'

/** Adds data for a script. */
export function JsonScript({ data }: { data: object }) {
  const json = scriptJson(data)
  return <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
}
