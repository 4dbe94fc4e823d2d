import CoreJSON
import FoundationEssentials

/// A stream of a server of NATS JetStream: messages that the server keeps, in order.
///
/// Facts about the server's requests and answers are from its documentation of the JetStream wire API.
struct JetStream: Sendable {
  let connection: StreamConnection
  let name: String

  /// - Parameter name: the stream's name: letters, digits, `-` and `_`.
  init(_ connection: StreamConnection, name: String) {
    (self.connection, self.name) = (connection, name)
  }

  /// What the server says of a stream.
  struct Info: Sendable {
    let subjects: [String]
    let messages: Int
    let bytes: Int
    let lastSequence: Int
    /// How long the server knows the ids of messages that it drops when they come again.
    let duplicateWindow: Duration
    /// How long the stream keeps a message; zero for ever.
    let maximumAge: Duration
    /// How many bytes it keeps; nil for any number.
    let maximumBytes: Int?

    init?(_ json: JSONValue) {
      guard let config = json["config"], let state = json["state"] else { return nil }
      subjects = config["subjects"]?.elements.compactMap(\.text) ?? []
      messages = state["messages"]?.int ?? 0
      bytes = state["bytes"]?.int ?? 0
      lastSequence = state["last_seq"]?.int ?? 0
      duplicateWindow = .nanoseconds(config["duplicate_window"]?.int ?? 0)
      maximumAge = .nanoseconds(config["max_age"]?.int ?? 0)
      maximumBytes = config["max_bytes"]?.int.flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// Asks for the stream's state.
  ///
  /// - Throws: ``StreamError`` `notFound` if there is no such stream.
  func info() async throws -> Info {
    guard let info = Info(try await ask("STREAM.INFO.\(name)")) else { throw Self.nonsense }
    return info
  }

  /// How many of the subjects that fit it have messages.
  ///
  /// - Complexity: the server answers with each of them, up to 100,000, and the number of all.
  func count(of subject: String) async throws -> Int {
    let answer = try await ask("STREAM.INFO.\(name)", ["subjects_filter": .string(subject)])
    guard case .object(let subjects)? = answer["state"]?["subjects"] else { return 0 }
    return answer["total"]?.int ?? subjects.count
  }

  /// What a stream is made with.
  struct Configuration: Sendable {
    /// The subjects whose messages it keeps.
    var subjects: [String]
    /// How long it keeps a message; zero for ever.
    var maximumAge = Duration.zero
    /// How long it knows the ids of messages, to drop repeated ones.
    var duplicateWindow = Duration.seconds(600)
    /// How many messages of one subject it keeps; nil for all.
    var maximumPerSubject: Int?

    init(subjects: [String]) { self.subjects = subjects }
  }

  /// Makes the stream, with file storage.
  ///
  /// - Throws: ``StreamError`` `conflict` if there is one of the name that is different.
  func create(_ configuration: Configuration) async throws {
    let window =
      configuration.maximumAge == .zero
      ? configuration.duplicateWindow
      : min(configuration.duplicateWindow, configuration.maximumAge)
    var fields: JSONObject = [
      "name": .string(name), "subjects": .array(configuration.subjects.map { .string($0) }),
      "storage": "file", "retention": "limits", "discard": "old",
      "max_age": .integer(configuration.maximumAge.nanoseconds),
      "duplicate_window": .integer(window.nanoseconds),
    ]
    if let maximum = configuration.maximumPerSubject {
      fields["max_msgs_per_subject"] = .integer(maximum)
    }
    _ = try await ask("STREAM.CREATE.\(name)", .object(fields))
  }

  /// What the server says of a message that it has taken.
  struct Receipt: Sendable, Hashable {
    let sequence: Int
    /// Whether the stream had a message of the same id already, so that this one was dropped.
    let isDuplicate: Bool
  }

  /// Publishes a message, and waits until the stream has it.
  ///
  /// - Parameters:
  ///   - id: a repeated message of the same id is dropped within the stream's window.
  ///   - last: the sequence that the subject's last message must have, 0 for none; nil for any.
  ///   - predecessor: the id that the stream's last message must have, so that messages that are sent without
  ///     waiting stay in their order; nil for any.
  /// - Throws: ``StreamError`` `full`, `conflict` if the last message is another, `notFound` if no stream takes
  ///   the subject, `denied`, `unreachable` or `lost`: then it may have been taken.
  @discardableResult
  func publish(
    _ subject: String, _ data: [UInt8], fields: [(name: String, value: String)] = [],
    id: String? = nil, last: Int? = nil, after predecessor: String? = nil
  ) async throws -> Receipt {
    var all = fields
    all.append(("Nats-Expected-Stream", name))
    if let id { all.append(("Nats-Msg-Id", id)) }
    if let last { all.append(("Nats-Expected-Last-Subject-Sequence", String(last))) }
    if let predecessor { all.append(("Nats-Expected-Last-Msg-Id", predecessor)) }
    let answer: StreamMessage
    do {
      answer = try await connection.request(subject, data, fields: all)
    } catch let error as StreamError where error.message.hasPrefix("nobody at") {
      throw StreamError(.notFound, "no stream of the server takes '\(subject)'")
    }
    let json = try checked(answer)
    guard let sequence = json["seq"]?.int else { throw Self.nonsense }
    return Receipt(sequence: sequence, isDuplicate: json["duplicate"] == true)
  }

  /// A message that the stream keeps.
  struct Stored: Sendable {
    let subject: String
    let sequence: Int
    let data: [UInt8]
    let fields: [(name: String, value: String)]
    /// When it was published, as ISO 8601.
    let time: String
    /// The same in whole seconds since 1970; nil if the server's words make no sense.
    var seconds: Int? { JetStream.seconds(time) }

    /// The first value of a header field.
    subscript(field: String) -> String? { fields.first { $0.name == field }?.value }
  }

  /// Which message of a stream is asked for.
  enum Position: Sendable {
    case sequence(Int)
    /// The first one from a sequence on whose subject fits.
    case next(Int, subject: String)
    /// The last one whose subject fits.
    case last(subject: String)
  }

  /// Reads a message; nil if there is none.
  func message(_ position: Position) async throws -> Stored? {
    let request: JSONValue =
      switch position {
      case .sequence(let sequence): ["seq": .integer(sequence)]
      case .next(let sequence, let subject):
        ["seq": .integer(sequence), "next_by_subj": .string(subject)]
      case .last(let subject): ["last_by_subj": .string(subject)]
      }
    do {
      let answer = try await ask("STREAM.MSG.GET.\(name)", request)
      guard let message = answer["message"], let subject = message["subject"]?.text,
        let sequence = message["seq"]?.int
      else { throw Self.nonsense }
      return Stored(
        subject: subject, sequence: sequence, data: Self.bytes(message["data"]),
        fields: StreamHeader.fields(of: Self.bytes(message["hdrs"])),
        time: message["time"]?.text ?? "")
    } catch let error as StreamError where error.message == "no message found" {
      return nil
    }
  }

  /// Removes a message; returns false if there is none.
  @discardableResult
  func remove(_ sequence: Int) async throws -> Bool {
    do {
      _ = try await ask("STREAM.MSG.DELETE.\(name)", ["seq": .integer(sequence)])
      return true
    } catch let error as StreamError
      where error.code == .notFound || error.message == "no message found"
    {
      return false
    }
  }

  /// Sends a request to the server's JetStream, and checks its answer.
  func ask(_ request: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let answer: StreamMessage
    do {
      answer = try await connection.request("$JS.API.\(request)", body?.jsonBytes ?? [])
    } catch let error as StreamError where error.message.hasPrefix("nobody at") {
      throw StreamError(.failed, "the server has no JetStream: start it with '--jetstream'")
    }
    return try checked(answer)
  }

  static let nonsense = StreamError(.failed, "the server's answer makes no sense")

  /// Reads a server's time, in whole seconds since 1970.
  static func seconds(_ text: String) -> Int? {
    (try? Date("\(text.prefix(19))Z", strategy: .iso8601)).map { Int($0.timeIntervalSince1970) }
  }

  private static func bytes(_ text: JSONValue?) -> [UInt8] {
    text?.text.flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? []
  }

  private func checked(_ message: StreamMessage) throws -> JSONValue {
    guard let json = try? JSONValue(json: message.data) else { throw Self.nonsense }
    guard let error = json["error"] else { return json }
    let text =
      error["err_code"]?.int == 10059
      ? "the server has no stream '\(name)'"
      : error["description"]?.text ?? "the server does not say why"
    let code: StreamError.Code =
      switch (error["code"]?.int, error["err_code"]?.int) {
      case (_, 10070), (_, 10071), (_, 10058), (_, 10065): .conflict
      case (_, 10077), (_, 10054), (_, 10047), (_, 10023), (_, 10076): .full
      case (404, _), (_, 10060): .notFound
      case (401, _), (403, _): .denied
      case (503, _): .unreachable
      default: .failed
      }
    throw StreamError(code, text)
  }
}

/// The header of a message as the server keeps it.
enum StreamHeader {
  static func fields(of bytes: [UInt8]) -> [(name: String, value: String)] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst()
      .compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return (String(line[..<colon]), String(value))
      }
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var int: Int? { if case .integer(let number) = self { number } else { nil } }
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension Duration {
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
