/** Text of a mail in paragraphs, its addresses as links. */
export function Linked({ text }: { text: string }) {
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
