extension StringProtocol where SubSequence == Substring {
  /// The text without spaces and tabs at its ends: HTTP's optional whitespace (RFC 9110, 5.6.3).
  package var trimmingSpaces: Substring {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
