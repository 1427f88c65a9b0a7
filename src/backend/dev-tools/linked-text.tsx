/** The text of an email in paragraphs, with URLs as links. */
export function LinkedText({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      {paragraph.split(/(https?:\/\/\S+)/).map((part) =>
        /^https?:/.test(part) ? (
          <a key={part} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  ))
}
