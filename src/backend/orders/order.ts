import type { z } from 'zod'
import type { activation } from '../../contract/purchase.ts'

export type Order = z.output<typeof activation.input>
