import { expect, it } from 'vitest'
import { userAgreement } from '../../content/index.ts'
import { paragraphsIn, sectionsIn, typedParagraphs, typedSections } from './office-text-fields.tsx'

it('splits a text with CR LF line breaks into paragraphs', () => {
  expect(paragraphsIn(' One\r\nline \r\n\r\n \r\nTwo\r\n')).toEqual(['One\nline', 'Two'])
  expect(paragraphsIn(' \n\n ')).toEqual([])
  expect(paragraphsIn(typedParagraphs(['One', 'Two']))).toEqual(['One', 'Two'])
})

it('splits a text into sections at its headings', () => {
  expect(sectionsIn('## 1. Who\r\n\r\nThe seller.\r\n\r\nThe buyer.\r\n## 2. What')).toEqual([
    { title: '1. Who', paragraphs: ['The seller.', 'The buyer.'] },
    { title: '2. What', paragraphs: [] },
  ])
})

it.each([userAgreement.en, userAgreement.ru])('does not change a legal text: $title', (text) => {
  expect(sectionsIn(typedSections([...text.sections].map(copyOf)))).toEqual(text.sections)
})

function copyOf({ title, paragraphs }: (typeof userAgreement.en.sections)[number]) {
  return { title, paragraphs: [...paragraphs] }
}
