/// A password or a token: it can be sent and stored, and no description shows it.
struct SessionSecret: Sendable, Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

extension SessionSecret: Codable {
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension SessionSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "…" }

  var debugDescription: String { description }

  var customMirror: Mirror { Mirror(self, children: []) }
}
