import type { Words } from '../words/words.shared.ts'

/**
 * Returns the name of the checked phone in a link. `eid` is a phone whose EID was checked. Returns
 * null without a phone, and for a model that may not support eSIM.
 */
export async function checkedPhoneName(id: string | undefined, words: Words) {
  if (id === undefined) return null
  if (id === 'eid') return words('check.eidPhone')
  const { phoneModels } = await import('./phone-list.ts')
  const model = phoneModels.find((each) => each.id === id)
  return model?.esim === 'yes' ? model.title : null
}
