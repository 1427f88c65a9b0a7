import { visitorText } from '../../backend/mail/contact-message.ts'
import type { Conversation } from '../../backend/operations/conversation.ts'
import { browserName } from '../../domain/browser-name.ts'
import { topics } from '../../domain/contact-topics.ts'
import type { Words } from '../../locale/words.ts'
import { wordsOf } from '../../locale/words.ts'

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
