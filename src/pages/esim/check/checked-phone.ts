import type { Words } from '../../../locale/words.ts'

/**
 * The checked phone of a link, by name. Null: none, or one that may not support eSIM. `eid`: its
 * EID was checked.
 */
export async function checkedPhone(id: string | undefined, words: Words): Promise<string | null> {
  if (id === undefined) return null
  if (id === 'eid') return words('check.eidPhone')
  const { phoneModels } = await import('./phone-list.ts')
  const model = phoneModels.find((each) => each.id === id)
  return model?.esim === 'yes' ? model.title : null
}
