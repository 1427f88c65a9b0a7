import { z } from 'zod'
import { lang } from '../api/common.ts'
import { get } from '../api/endpoint.ts'

export const legalTextNames = ['userAgreement', 'dataPolicy'] as const
export type LegalTextName = (typeof legalTextNames)[number]

const article = z
  .object({
    title: z.string(),
    lead: z.string().describe('The first paragraph'),
    sections: z.array(
      z.object({
        title: z.string(),
        paragraphs: z.array(z.string()).describe('Paragraphs of plain text'),
      }),
    ),
  })
  .meta({ id: 'LegalText', description: 'An agreement or a policy' })

export const legalText = get(
  '/web-legal-text',
  'Get a legal text',
  z.object({ lang, name: z.enum(legalTextNames).describe('Name of the text') }),
  z.object({ data: article.nullable().describe('null if the storefront shows its own text') }),
  { isExtension: true },
)
