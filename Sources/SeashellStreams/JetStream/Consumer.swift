import CoreJSON
import Synchronization

/// A durable pull consumer: each of its messages goes to one of those who take from it, until it is settled.
struct Consumer: Sendable {
  let stream: JetStream
  let name: String

  init(_ stream: JetStream, name: String) {
    (self.stream, self.name) = (stream, name)
  }

  /// What a consumer is made with.
  struct Configuration: Sendable, Hashable {
    /// Which messages of the stream it delivers.
    var subject: String
    /// After this time without a sign of life, a message is given to somebody else.
    var patience = Duration.seconds(30)
    /// How often a message is delivered at most; -1 for any number.
    var maximumDeliveries = -1
    /// How many messages may be under way at once, among all who take from it.
    var maximumUnderWay = 20_000
    /// Whatever else those who take from it must have in common.
    var description = ""

    init(subject: String) { self.subject = subject }
  }

  /// What the server says of a consumer.
  struct Info: Sendable {
    let configuration: Configuration
    /// How many messages were not delivered yet.
    let waiting: Int
    /// How many were delivered and are not settled.
    let underWay: Int
    /// How many requests for messages wait at the server.
    let takers: Int
    /// The sequence up to which all messages are settled.
    let floor: Int
    /// When it was made, in whole seconds since 1970: 2.9.10 says a little less until the server is started again.
    let created: Int

    init?(_ json: JSONValue) {
      guard let config = json["config"] else { return nil }
      var configuration = Configuration(subject: config["filter_subject"]?.text ?? ">")
      configuration.patience = .nanoseconds(config["ack_wait"]?.int ?? 0)
      configuration.maximumDeliveries = config["max_deliver"]?.int ?? -1
      configuration.maximumUnderWay = config["max_ack_pending"]?.int ?? -1
      configuration.description = config["description"]?.text ?? ""
      self.configuration = configuration
      waiting = json["num_pending"]?.int ?? 0
      underWay = json["num_ack_pending"]?.int ?? 0
      takers = json["num_waiting"]?.int ?? 0
      floor = json["ack_floor"]?["stream_seq"]?.int ?? 0
      created = json["created"]?.text.flatMap(JetStream.seconds) ?? 0
    }
  }

  /// Asks for the consumer's state; throws ``StreamError`` `notFound` if there is none.
  func info() async throws -> Info {
    guard let info = Info(try await stream.ask("CONSUMER.INFO.\(stream.name).\(name)")) else {
      throw JetStream.nonsense
    }
    return info
  }

  /// Makes the consumer, which begins with the next message that is published, unless it exists.
  ///
  /// - Throws: ``StreamError`` `conflict` if it exists with another subject or description.
  func create(_ configuration: Configuration) async throws {
    let config: JSONValue = [
      "durable_name": .string(name), "filter_subject": .string(configuration.subject),
      "ack_policy": "explicit", "deliver_policy": "new", "replay_policy": "instant",
      "ack_wait": .integer(configuration.patience.nanoseconds),
      "max_deliver": .integer(configuration.maximumDeliveries),
      "max_ack_pending": .integer(configuration.maximumUnderWay), "max_waiting": 20_000,
      "description": .string(configuration.description),
    ]
    do {
      let existing = try await info().configuration
      guard existing.subject == configuration.subject else {
        throw StreamError(
          .conflict, "'\(name)' takes '\(existing.subject)', not '\(configuration.subject)'")
      }
      guard existing.description == configuration.description else {
        throw StreamError(
          .conflict,
          "'\(name)' has '\(existing.description)', not '\(configuration.description)'")
      }
    } catch let error as StreamError where error.code == .notFound {
      _ = try await stream.ask(
        "CONSUMER.DURABLE.CREATE.\(stream.name).\(name)",
        ["stream_name": .string(stream.name), "config": config])
    }
  }
}

extension JetStream {
  /// The stream's consumers, at most 1,000, by name.
  func consumers() async throws -> [(name: String, info: Consumer.Info)] {
    var all: [(name: String, info: Consumer.Info)] = []
    while all.count < 1_000 {
      let answer = try await ask("CONSUMER.LIST.\(name)", ["offset": .integer(all.count)])
      let page = answer["consumers"]?.elements ?? []
      all += page.compactMap { json in
        guard let name = json["name"]?.text, let info = Consumer.Info(json) else { return nil }
        return (name, info)
      }
      if page.isEmpty || all.count >= answer["total"]?.int ?? 0 { break }
    }
    return all.sorted { $0.name < $1.name }
  }
}

/// A message that a consumer has delivered, which must be settled.
struct Delivery: Sendable {
  let message: StreamMessage
  /// Its place in the stream.
  let sequence: Int
  /// How often it was delivered: 1 for the first time.
  let tries: Int
  /// Its place among all that the consumer has delivered, repeated ones included.
  let number: Int
  /// When it was published, in seconds since 1970.
  let time: Double
  /// How many messages wait for the consumer behind it.
  let waiting: Int

  /// Reads the subject for the settlement:
  /// `$JS.ACK.[DOMAIN.ACCOUNT.]STREAM.CONSUMER.TRIES.SEQUENCE.NUMBER.TIME.WAITING[.RANDOM]`.
  init?(_ message: StreamMessage) {
    let parts = message.reply.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 9, parts[0] == "$JS", parts[1] == "ACK" else { return nil }
    let first = parts.count >= 11 ? 6 : 4
    guard let tries = Int(parts[first]), let sequence = Int(parts[first + 1]),
      let number = Int(parts[first + 2]), let time = Int(parts[first + 3]),
      let waiting = Int(parts[first + 4])
    else { return nil }
    (self.message, self.tries, self.sequence, self.number) = (message, tries, sequence, number)
    (self.time, self.waiting) = (Double(time) / 1e9, waiting)
  }

  /// How a delivery ends.
  enum Settlement: Sendable, Hashable {
    /// It was handled.
    case done
    /// It is to be delivered again, after a time.
    case again(after: Duration)
    /// It is never delivered again.
    case never

    fileprivate var text: String {
      switch self {
      case .done: "+ACK"
      case .again(.zero): "-NAK"
      case .again(let time): "-NAK {\"delay\": \(time.nanoseconds)}"
      case .never: "+TERM"
      }
    }
  }

  /// Settles it, and waits until the server knows.
  ///
  /// - Throws: ``StreamError``; then it may be delivered again.
  func settle(_ settlement: Settlement, on connection: StreamConnection) async throws {
    _ = try await connection.request(message.reply, Array(settlement.text.utf8))
  }

  /// Settles it without waiting; it may be delivered again.
  func settleSoon(_ settlement: Settlement, on connection: StreamConnection) {
    try? connection.publish(message.reply, Array(settlement.text.utf8))
  }

  /// Tells the server that it is still worked on, without waiting.
  func extend(on connection: StreamConnection) {
    try? connection.publish(message.reply, Array("+WPI".utf8))
  }
}
