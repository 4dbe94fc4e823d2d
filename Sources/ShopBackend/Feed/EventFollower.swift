import FoundationEssentials

/// One who follows the shop's events: where he stands, and what he is told next.
///
/// Nothing is kept for him. Whoever reads slowly finds the events in the shop's file, and where they
/// are gone from there, that everything may have changed.
actor EventFollower {
  private let shop: Shop
  private let followers: EventFollowers
  private let signal: EventSignal
  private var place: EventCursor
  /// What he is told first.
  private var greeting: Data?

  init(
    _ shop: Shop, _ followers: EventFollowers, _ signal: EventSignal, at place: EventCursor,
    greeting: EventText
  ) {
    self.shop = shop
    self.followers = followers
    self.signal = signal
    self.place = place
    self.greeting = greeting.data
  }

  deinit {
    followers.leave(signal)
  }

  /// The next piece of the stream, once there is something to tell.
  ///
  /// - Returns: nil where there will be nothing more.
  func next() async throws -> Data? {
    if let greeting = greeting.take() { return greeting }
    followers.asks(signal)
    while true {
      let news = await shop.news(from: place)
      place = news.place
      if !news.text.isEmpty { return news.text.data }
      switch try await signal.wait() {
      case .news, .nothing: continue
      case .quiet: return EventText.keepAlive.data
      case .over: return nil
      }
    }
  }
}
