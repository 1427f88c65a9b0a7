// Rewrites times such as `23.12.2026 06:27 UTC` in the visitor's zone. German has the format of the
// shop's dates.
for (const time of document.querySelectorAll<HTMLTimeElement>('[data-local]'))
  time.textContent = new Date(time.dateTime).toLocaleString('de').slice(0, -3)
