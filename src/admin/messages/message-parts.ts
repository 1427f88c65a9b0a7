import { visitorText } from '../../messages/contact-message.ts'
import type { Conversation } from '../../messages/conversation.ts'
import { browserName } from '../../kit/visitor.ts'
import { topics } from '../../messages/contact-topics.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { wordsOf } from '../../words/words.shared.ts'

/**
 * The parts of a message, for staff. The stored mail contains them as one text in the visitor's
 * language.
 */
export type MessageParts = {
  /** Empty when the text is deleted. */
  readonly name: string
  /** The topic in the reader's language. */
  readonly topic: string
  readonly text: string
  /** Device and browser, such as `iPhone, Safari 18`, or null if they are not known. */
  readonly browser: string | null
  /** The shop did not store the visitor's screenshot. */
  readonly isScreenshotMissing: boolean
}

/** @param words in the reader's language */
export function partsOf({ lang, subject, body }: Conversation, words: Words): MessageParts {
  const writerWords = wordsOf(lang)
  const paragraphs = body.split('\n\n')
  const label = writerWords('mail.browser', { userAgent: '' })
  const userAgent = paragraphs.findLast((each) => each.startsWith(label))?.slice(label.length)
  const topic = topics.find((each) => writerWords(`mail.topics.${each}`) === subject)
  return {
    name: paragraphs[0]?.replace(/ <[^<>]*>$/, '') ?? '',
    topic: topic ? words(`mail.topics.${topic}`) : subject,
    text: visitorText(body, writerWords),
    browser: userAgent ? browserName(userAgent) : null,
    isScreenshotMissing: paragraphs.includes(writerWords('mail.screenshotMissing')),
  }
}
