import { startPass } from './kept-pass.ts'
import { labelCopy } from './label-copy.ts'
import { startRefresh } from './refresh.ts'

labelCopy()
startRefresh()
// The storage throws where the browser allows none.
try {
  startPass()
} catch {}
