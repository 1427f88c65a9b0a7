import type { TextContent, TextName } from '../../texts/editable-texts.ts'
import { href } from '../../words/paths.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'

/** Returns the paths of the shop's pages that show a text. The first is the text's own page. */
export function shopPathsOf(
  locale: Locale,
  { kind, ident }: TextName,
  content: TextContent,
): readonly string[] {
  switch (kind) {
    case 'place': {
      const [country = '', region] = ident.split('/')
      return region === undefined
        ? [href(locale, 'country', { country })]
        : [href(locale, 'countryRegion', { country, region })]
    }
    case 'question': {
      const block = 'block' in content ? content.block : ''
      return [
        href(locale, 'questions', { block, question: ident }),
        href(locale, 'questions', { block }),
        href(locale, 'questions'),
      ]
    }
    case 'post':
      return [href(locale, 'post', { id: ident }), href(locale, 'blog')]
    case 'legal':
      return [href(locale, ident === 'dataPolicy' ? 'dataPolicy' : 'userAgreement')]
  }
}
