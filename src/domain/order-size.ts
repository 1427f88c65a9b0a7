/** Lines of one order. The table `invoice_lines` allows as many. */
export const maxLines = 10

const maxPeople = 4

/** For how many people so many plans can be ordered at once: each of them gets every plan. */
export function mostPeople(plans: number): number {
  return Math.max(1, Math.min(maxPeople, Math.floor(maxLines / plans)))
}
