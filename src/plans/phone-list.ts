import modelsCsv from '../../content/phone-models.csv?raw'
import sourcesCsv from '../../content/phone-model-sources.csv?raw'
import { readPhoneModels } from './phone-model.ts'

export type PhoneModelSource = { readonly title: string; readonly url: string }

/** Loaded by `import()`, because only the check and orders need it. */
export const phoneModels = readPhoneModels(modelsCsv)

export const phoneModelSources: ReadonlyMap<string, PhoneModelSource> = new Map(
  sourcesCsv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([key = '', title = '', url = '']) => [key, { title, url }]),
)
