/** Lines of one order. The table `invoice_lines` has the same limit. */
export const maxLines = 10

const maxPeople = 4

/** The allowed numbers of people for an order of these plans. Each person gets every plan. */
export function mostPeople(plans: number): number {
  return Math.max(1, Math.min(maxPeople, Math.floor(maxLines / plans)))
}
