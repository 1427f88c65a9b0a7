-- The search for operators ignores accents and punctuation, as `searchTitle` in
-- src/backend/catalogue/search-title.ts does. The next import or sync corrects names with letters
-- that this list lacks.
WITH RECURSIVE spelled (ident, rest, done) AS (
  SELECT ident, search_title, '' FROM operators
  UNION ALL
  SELECT ident, substr(rest, 2), done || coalesce((
    SELECT key FROM json_each('{
      "ss": "ß", "a": "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ", "ae": "æǣǽ", "c": "çćĉċčḉ",
      "e": "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ", "i": "ìíîïĩīĭįıǐȉȋḭḯỉị", "d": "ðďđḋḍḏḑḓ",
      "n": "ñńņňǹṅṇṉṋ", "o": "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ",
      "u": "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "y": "ýÿŷȳẏẙỳỵỷỹ", "g": "ĝğġģǧǵḡ", "h": "ĥȟḣḥḧḩḫẖ",
      "j": "ĵǰ", "k": "ķǩḱḳḵ", "l": "ĺļľłḷḹḻḽ", "oe": "œ", "r": "ŕŗřȑȓṙṛṝṟ", "s": "śŝşšșṡṣṥṧṩ",
      "t": "ţťțṫṭṯṱẗ", "w": "ŵẁẃẅẇẉẘ", "z": "źżžẑẓẕ", "и": "йѝ", "е": "ѐё", "г": "ѓ", "і": "ї",
      "к": "ќ", "у": "ў", "b": "ḃḅḇ", "f": "ḟ", "m": "ḿṁṃ", "p": "ṕṗ", "v": "ṽṿ", "x": "ẋẍ",
      "": "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328",
      " and ": "&", " ": "!\"#$%''()*+,-./:<=>?@[\\]^_`{|}~\u00a0«»–—‘’“”•·®™©"
    }') WHERE instr(value, substr(rest, 1, 1)) > 0), substr(rest, 1, 1))
  FROM spelled WHERE rest <> ''
)
UPDATE operators SET search_title =
  replace(replace(replace(trim(done), '  ', ' '), '  ', ' '), '  ', ' ')
FROM spelled
WHERE spelled.ident = operators.ident AND rest = '' AND trim(done) NOT IN ('', search_title);
