import { noteAction } from './note.tsx'
import type { OrderAction } from './order-action.ts'

/** What can be done about an order, in the order of the page. */
export const orderActions: readonly OrderAction[] = [noteAction]
