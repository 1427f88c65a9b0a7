import { relative, sep } from 'node:path'
import { wallProblem } from './slices.ts'

type Source = { readonly type: string; readonly value?: unknown }
type ImportNode = { readonly source: Source | null }
type Context = {
  readonly cwd: string
  readonly filename: string
  readonly report: (problem: { node: Source; message: string }) => void
}

/** `walls/imports`: every import, export from, dynamic import and import type follows slices.ts. */
export default {
  meta: { name: 'walls' },
  rules: {
    imports: {
      create({ cwd, filename, report }: Context) {
        const file = relative(cwd, filename).split(sep).join('/')
        const check = ({ source }: ImportNode) => {
          if (typeof source?.value !== 'string') return
          const problem = wallProblem(file, source.value)
          if (problem !== null)
            report({ node: source, message: `${problem} (scripts/walls/slices.ts)` })
        }
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          TSImportType: check,
        }
      },
    },
  },
}
