/**
 * Countries that travellers visit most, as lower-case codes. Their flags are also in a separate
 * file, `/flags/common.svg`, which takes a quarter of the bytes of all flags.
 */
export const commonFlags: ReadonlySet<string> = new Set(
  (
    'ae al am ar at az be bg br by ca ch cn cu cy cz de dk do ee eg es fi fr gb ge gr hk hr hu id ' +
    'ie il in is it jo jp ke kg kr kz lt lv ma mt mv mx my nl no nz om ph pl pt qa ro rs se sg th ' +
    'tn tr tw tz us uz vn za'
  ).split(' '),
)
