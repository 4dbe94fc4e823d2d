import CNATS

/// A message that was received.
struct StreamMessage: Sendable {
  let subject: String
  /// The subject for an answer; empty if none is expected.
  let reply: String
  /// The header fields in their order, as the sender wrote them.
  let fields: [(name: String, value: String)]
  let data: [UInt8]
  /// A status that the server has put in place of a message, such as 404; nil for a message.
  let status: Int?
  let explanation: String

  init(_ message: cnats_message) {
    subject = String(cString: message.subject)
    reply = message.reply.map { String(cString: $0) } ?? ""
    data =
      message.data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(message.length))) }
      ?? []
    status = message.status.flatMap { Int(String(cString: $0)) }
    explanation = message.description.map { String(cString: $0) } ?? ""
    var fields: [(name: String, value: String)] = []
    if let all = message.fields {
      for index in 0..<Int(message.field_count) {
        fields.append((String(cString: all[2 * index]), String(cString: all[2 * index + 1])))
      }
    }
    self.fields = fields
  }

  /// The first value of a header field, whose name is compared with its case.
  subscript(field: String) -> String? { fields.first { $0.name == field }?.value }
}
