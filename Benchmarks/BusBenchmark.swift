import CoreEvents
import Foundation
import Synchronization

/// A million events through the bus, and through NotificationCenter beside it.
///
/// Of three runs the fastest counts: what else the machine does only ever adds.
enum BusBenchmark {
  private struct Ticked: Event {
    static let name = "benchmark.ticked"
    let number: Int
  }

  private static let count = 1_000_000

  static func run() async {
    let runs: [(String, () async -> Int)] = [
      ("bus, nobody listens", unheard),
      ("bus, one handler", handler),
      ("bus, one main-actor handler", mainActorHandler),
      ("bus, one mailbox", mailbox),
      ("NotificationCenter, one observer", notificationCenter),
    ]
    for (name, body) in runs {
      var best = Duration.seconds(3_600)
      for _ in 0..<3 {
        let start = ContinuousClock.now
        let heard = await body()
        best = min(best, ContinuousClock.now - start)
        precondition(heard == count, "\(name): \(heard) events of \(count) arrived")
      }
      Benchmarks.report(name, best)
    }
  }

  @concurrent private static func unheard() async -> Int {
    let bus = EventBus()
    for number in 0..<count { bus.post(ifSubscribed: Ticked.self) { Ticked(number: number) } }
    return count
  }

  @concurrent private static func handler() async -> Int {
    let bus = EventBus()
    let heard = Counter()
    let subscription = bus.subscribe(to: Ticked.self) { _ in heard.increment() }
    for number in 0..<count { bus.post(Ticked(number: number)) }
    subscription.cancel()
    return heard.value
  }

  @MainActor private static func mainActorHandler() async -> Int {
    let bus = EventBus()
    let heard = Counter()
    let subscription = bus.subscribeOnMain(to: Ticked.self) { _ in heard.increment() }
    for number in 0..<count { bus.post(Ticked(number: number)) }
    subscription.cancel()
    return heard.value
  }

  /// With room for all of them, so that none is dropped.
  @concurrent private static func mailbox() async -> Int {
    let bus = EventBus()
    let mailbox = bus.subscribe(to: Ticked.self, capacity: count)
    async let heard = drain(mailbox)
    for number in 0..<count { bus.post(Ticked(number: number)) }
    return await heard
  }

  @concurrent private static func drain(_ mailbox: Mailbox<Ticked>) async -> Int {
    var heard = 0
    while heard < count, let batch = await mailbox.nextBatch() { heard += batch.events.count }
    return heard
  }

  @concurrent private static func notificationCenter() async -> Int {
    let center = NotificationCenter()
    let heard = Counter()
    let name = Notification.Name("benchmark.ticked")
    let observer = center.addObserver(forName: name, object: nil, queue: nil) { notification in
      if notification.object is Int { heard.increment() }
    }
    for number in 0..<count { center.post(name: name, object: number) }
    center.removeObserver(observer)
    return heard.value
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() { count.add(1, ordering: .relaxed) }
  }
}
