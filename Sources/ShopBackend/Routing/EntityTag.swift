import WebMessages

/// A strong entity tag (RFC 9110, section 8.8.3): two answers have one only where they are the same.
struct EntityTag {
  /// The tag in its quotes.
  let text: String

  /// Makes the tag of an answer: of its body, and of the fields that say something of its content.
  init(of response: ShopResponse) {
    var hash = ContentHash()
    for name in ["Content-Type", "X-Total-Count", "Link"] { hash.add(response.headers[name] ?? "") }
    hash.add(response.body)
    text = "\"\(hash.text)\""
  }

  /// Whether `If-None-Match` names the tag, or any: then there is nothing new to send.
  ///
  /// The comparison is the weak one (RFC 9110, section 13.1.2).
  func isHeld(by headers: HTTPHeaders) -> Bool {
    headers.values(of: "If-None-Match").contains { value in
      MediaType.split(value, at: ",").contains { item in
        let item = MediaType.trimmed(item)
        return item == "*" || item == text || item.dropFirst(2) == text && item.hasPrefix("W/")
      }
    }
  }
}
