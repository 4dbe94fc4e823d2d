import ShellOutput
import ShellRuntime

/// The consumers of a shared rule's name: one, or one for each part of the events if their order is kept.
struct SharedConsumers {
  /// Into how many parts the events are divided if their order is kept.
  static let parts = 8

  private let following: SharedFollowing
  private let patience: Duration

  init(_ following: SharedFollowing, patience: Duration) {
    (self.following, self.patience) = (following, patience)
  }

  /// Finds them, or makes them.
  ///
  /// - Throws: `ShellError` if the name is taken by workers of another event or order, or the server cannot be asked.
  func find(in streams: Streams) async throws -> [Consumer] {
    var configuration = Consumer.Configuration(
      subject: streams.subjects.subjects(of: following.pattern))
    configuration.patience = patience
    let whole = Consumer(streams.events, name: following.name)
    let parts = (0..<Self.parts).map {
      Consumer(streams.events, name: "\(following.name)_in-order_\($0)")
    }
    // With and without an order there are other consumers, each of which would get every event.
    let other = following.order == nil ? parts[0] : whole
    if try await exists(other) {
      throw taken(
        other, "'\(other.name)' has \(following.order == nil ? "an" : "no") '--in-order'")
    }
    guard let order = following.order else {
      try await create(whole, configuration)
      return [whole]
    }
    // Workers that divide the events by different fields would leave some of them out.
    configuration.description = "--in-order \(order)"
    // At most one event of each part is under way at a time, among all workers.
    configuration.maximumUnderWay = 1
    for part in parts { try await create(part, configuration) }
    return parts
  }

  private func exists(_ consumer: Consumer) async throws -> Bool {
    do {
      _ = try await consumer.info()
      return true
    } catch let error as StreamError where error.code == .notFound {
      return false
    } catch let error as StreamError {
      throw ShellError(error)
    }
  }

  private func create(_ consumer: Consumer, _ configuration: Consumer.Configuration) async throws {
    do {
      try await consumer.create(configuration)
    } catch let error as StreamError where error.code == .conflict {
      throw taken(consumer, error.message)
    } catch let error as StreamError {
      throw ShellError(error)
    }
  }

  private func taken(_ consumer: Consumer, _ problem: String) -> ShellError {
    ShellError(
      .failed, "the workers '\(following.name)' have another event or order: \(problem)",
      hint: "choose another name for --durable, or remove theirs: nats consumer rm"
        + " \(consumer.stream.name) \(consumer.name)")
  }
}
