import { visitorText } from '../../backend/mail/contact-message.ts'
import type { Conversation } from '../../backend/operations/conversation.ts'
import { browserName } from '../../domain/browser-name.ts'
import { topics } from '../../domain/contact-topics.ts'
import type { Words } from '../../locale/words.ts'
import { wordsOf } from '../../locale/words.ts'

/**
 * The parts of a message that staff read. The stored mail has it as one text in the visitor's
 * language.
 */
export type MessageParts = {
  /** '' when the text is deleted. */
  readonly name: string
  /** The topic in the words of the reader. */
  readonly topic: string
  readonly text: string
  /** Device and browser: `iPhone, Safari 18`. Null: not known. */
  readonly browser: string | null
}

/** @param words in the reader's language */
export function partsOf({ lang, subject, body }: Conversation, words: Words): MessageParts {
  const written = wordsOf(lang)
  const paragraphs = body.split('\n\n')
  const label = written('mail.browser', { userAgent: '' })
  const userAgent = paragraphs.findLast((each) => each.startsWith(label))?.slice(label.length)
  const topic = topics.find((each) => written(`mail.topics.${each}`) === subject)
  return {
    name: paragraphs[0]?.replace(/ <[^<>]*>$/, '') ?? '',
    topic: topic ? words(`mail.topics.${topic}`) : subject,
    text: visitorText(body, written),
    browser: userAgent ? browserName(userAgent) : null,
  }
}
