/// Decides whether a value is a credential, from its name.
///
/// This is the one rule for the history, traces, the queue, stores, the gateway, modules' forms and errors.
/// It ignores case, `_`, `-` and other punctuation, and it decodes the escapes of JSON (`\u0070assword`) and
/// of addresses (`%70assword`).
package enum CredentialName {
  /// Where a name occurs.
  ///
  /// `key` and `code` are credentials in the query of an address, but ordinary fields of a record.
  package enum Place: Sendable {
    /// A field of JSON, of a form or of a command.
    case field
    /// A parameter of an address: in its query, its path or its fragment.
    case address
    case header
  }

  /// The endings of credentials' names, without punctuation and in lower case.
  private static let endings: [StaticString] = [
    "password", "passwort", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "jwt",
    "apikey", "accesskey", "secretkey", "privatekey", "authkey", "accountkey", "subscriptionkey",
    "functionskey", "masterkey", "signingkey", "encryptionkey", "sessionkey", "appkey",
    "applicationkey", "credential", "authorization", "assertion", "codeverifier", "sessid", "otp",
    "cardnumber", "cvv", "cvc",
  ]

  private static let names: [StaticString] = [
    "pass", "bearer", "devicecode", "authcode", "authorizationcode",
  ]

  private static let addressEndings: [StaticString] = ["signature", "sessionid", "auth"]
  private static let addressNames: [StaticString] = ["key", "code", "sig", "sid", "session"]

  private static let headerEndings: [StaticString] = [
    "signature", "sessionid", "session", "auth", "authentication", "cookie",
  ]

  /// The additions that may follow a credential's name: `password_hash`, `token_value`.
  private static let additions: [StaticString] = [
    "hash", "digest", "confirmation", "confirm", "repeat", "again", "verify", "value", "text",
    "plain", "encrypted", "base",
  ]

  /// The words before `token` that make it a position in a list, or a key for idempotent writes.
  private static let positions: [StaticString] = [
    "page", "next", "prev", "previous", "continuation", "continue", "cursor", "sync", "delta",
    "skip", "start", "resume", "scroll", "idempotency", "clientrequest",
  ]

  /// The words before `tokens` that make it a credential rather than a count, such as `max_tokens`.
  private static let plurals: [StaticString] = ["access", "refresh", "auth", "api", "session"]

  /// The words that turn a name into a question, whose answer is not a credential: `has_password`.
  private static let questions: [StaticString] = [
    "is", "has", "no", "needs", "requires", "forgot", "show", "hide", "use", "with",
  ]

  /// Returns whether a value with this name is a credential.
  package static func isCredential(_ name: some StringProtocol, in place: Place) -> Bool {
    var name = String(name)
    return name.withUTF8 { isCredential(UnsafeRawBufferPointer($0), in: place) }
  }

  /// Returns whether a value with this name, in UTF-8, is a credential.
  ///
  /// - Complexity: O(*n*) in the length of the name, without allocating.
  package static func isCredential(_ name: UnsafeRawBufferPointer, in place: Place) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count) { buffer in
      var bytes = UnescapedBytes(name)
      var count = 0
      while let byte = bytes.next() {
        guard let letter = letter(byte) else { continue }
        buffer[count] = letter
        count += 1
      }
      return isCredential(letters: UnsafeBufferPointer(rebasing: buffer[..<count]), in: place)
    }
  }

  /// Returns a name without escapes, for display.
  package static func unescaped(_ name: UnsafeRawBufferPointer) -> String {
    var bytes = UnescapedBytes(name)
    var text: [UInt8] = []
    while let byte = bytes.next() { text.append(byte) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The byte in lower case; nil for punctuation.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      byte
    default: nil
    }
  }

  private static func isCredential(letters: UnsafeBufferPointer<UInt8>, in place: Place) -> Bool {
    let name = withoutAdditions(letters)
    guard name.count >= 3 else { return false }
    if isCredential(singular: name, in: place) { return true }
    guard name.last == UInt8(ascii: "s") else { return false }
    let singular = name.dropLast()
    if let rest = rest(of: singular, before: "token") {
      return plurals.contains { ends(rest, with: $0) }
    }
    return isCredential(singular: singular, in: place)
  }

  private static func isCredential(
    singular name: Slice<UnsafeBufferPointer<UInt8>>, in place: Place
  ) -> Bool {
    if let ending = endings.first(where: { ends(name, with: $0) }) {
      let rest = name.dropLast(ending.utf8CodeUnitCount)
      if questions.contains(where: { isEqual(rest, $0) }) { return false }
      return !isEqual(name.suffix(5), "token") || !positions.contains { ends(rest, with: $0) }
    }
    if names.contains(where: { isEqual(name, $0) }) { return true }
    return switch place {
    case .field: false
    case .address:
      addressEndings.contains { ends(name, with: $0) }
        || addressNames.contains { isEqual(name, $0) }
    case .header: headerEndings.contains { ends(name, with: $0) }
    }
  }

  /// The name without trailing numbers and additions.
  private static func withoutAdditions(
    _ letters: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var name = letters[...]
    while true {
      while let last = name.last, last >= UInt8(ascii: "0"), last <= UInt8(ascii: "9") {
        name.removeLast()
      }
      guard let rest = additions.lazy.compactMap({ rest(of: name, before: $0) }).first,
        !rest.isEmpty
      else { return name }
      name = rest
    }
  }

  private static func rest(
    of name: Slice<UnsafeBufferPointer<UInt8>>, before ending: StaticString
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    ends(name, with: ending) ? name.dropLast(ending.utf8CodeUnitCount) : nil
  }

  private static func isEqual(
    _ name: Slice<UnsafeBufferPointer<UInt8>>, _ word: StaticString
  ) -> Bool {
    name.count == word.utf8CodeUnitCount && ends(name, with: word)
  }

  private static func ends(
    _ name: Slice<UnsafeBufferPointer<UInt8>>, with ending: StaticString
  ) -> Bool {
    var index = name.endIndex - 1
    var offset = ending.utf8CodeUnitCount - 1
    guard offset < name.count else { return false }
    while offset >= 0 {
      guard name[index] == ending.utf8Start[offset] else { return false }
      index -= 1
      offset -= 1
    }
    return true
  }
}
