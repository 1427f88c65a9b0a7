import type { z } from 'zod'
import type { DirectAnswer } from '../../contract/direct-read.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { BackendContext } from '../context.ts'
import type { Refusal } from '../operation-result.ts'
import { refusalBodyOf } from './refusal-response.ts'
import { inputRefusal } from './serve-operation.ts'
import type { OperationHandler } from './serve-operation.ts'

type Read = (context: BackendContext, input: object) => Promise<DirectAnswer>

/** Public reads that the storefront of the same worker calls without HTTP. */
export class DirectReads {
  readonly #reads = new Map<Endpoint, Read>()

  add<Schema extends z.ZodObject, Output extends z.ZodObject>(
    endpoint: Endpoint<Schema, Output, 'none'>,
    handle: OperationHandler<Schema, Output, 'none'>,
  ): void {
    this.#reads.set(endpoint, async (context, input) => {
      const texts = textsOf(input)
      const parsed = endpoint.input.safeParse(texts)
      if (!parsed.success) {
        const { issues } = parsed.error
        return refusalAnswer(inputRefusal(issues, texts, context.words))
      }
      const result = await handle(context, parsed.data, {})
      return result.ok ? { status: 200, body: result.value } : refusalAnswer(result.error)
    })
  }

  get(endpoint: Endpoint): Read | undefined {
    return this.#reads.get(endpoint)
  }
}

export function refusalAnswer(refusal: Refusal): DirectAnswer {
  return { status: refusal.status, body: refusalBodyOf(refusal) }
}

/** The values as a query would have them: schemas of GET operations read texts. */
function textsOf(input: object): { [name: string]: string } {
  const texts: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) texts[name] = String(value)
  return texts
}
