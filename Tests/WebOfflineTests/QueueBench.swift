import CoreEvents
import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Synchronization
import WebAPI
import WebMessages
@testable import WebOffline

/// A queue in a temporary folder, and a service in memory.
final class QueueBench: Sendable {
  let folder: TemporaryFolder
  let service = StubService()
  let transport: StubTransport
  let bus: EventBus
  let events: EventRecorder
  /// Whether the service carries out requests with the same key only once.
  let honorsKeys: Bool
  let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  /// The acknowledged outcomes, in the order of their reports.
  let outcomes = Mutex<[String]>([])

  /// The environment of the client.
  static let environment = EnvironmentID(api: "shop.test", name: "default")

  static let owner = DataOwner(
    environment: "dev", address: "https://shop.test/v1", account: "ada")

  init(honorsKeys: Bool = true) throws {
    self.honorsKeys = honorsKeys
    folder = try TemporaryFolder()
    let service = service
    transport = StubTransport { try await service.answer($0) }
    bus = EventBus { _, _ in }
    events = EventRecorder(bus)
  }

  /// The queue as a new process opens it.
  func queue() -> SQLiteWriteQueue {
    SQLiteWriteQueue(directory: folder.file("offline")) { [unowned self] in time.withLock { $0 } }
  }

  func pass(_ seconds: Double) { time.withLock { $0 += seconds } }

  func client(_ base: String = "https://shop.test") throws -> StubClient {
    try StubClient(
      transport, base: base, events: bus, authorizer: Credentials(),
      honorsIdempotencyKeys: honorsKeys)
  }

  /// Queues a POST of a review.
  @discardableResult
  func post(
    _ queue: SQLiteWriteQueue, _ comment: String = "good", to product: String = "p-1",
    of owner: DataOwner = QueueBench.owner, isInDoubt: Bool = false
  ) async throws -> QueuedWrite {
    try await queue.add(
      APIRequest(
        path: "products/\(product)/reviews", method: .post,
        body: .formData(["rating": "5", "comment": comment])),
      of: owner, base: nil, isInDoubt: isInDoubt)
  }

  /// Queues a PUT of a review.
  @discardableResult
  func put(
    _ queue: SQLiteWriteQueue, _ id: String, _ comment: String, base: JSONValue?,
    headers: HTTPHeaders = [:]
  ) async throws -> QueuedWrite {
    try await queue.add(
      APIRequest(
        path: "products/p-1/reviews/\(id)", method: .put,
        body: .formData(["rating": "5", "comment": comment]), headers: headers),
      of: Self.owner, base: base, isInDoubt: false)
  }

  /// Queues a DELETE of a review.
  @discardableResult
  func delete(_ queue: SQLiteWriteQueue, _ id: String, base: JSONValue?) async throws -> QueuedWrite
  {
    try await queue.add(
      APIRequest(path: "products/p-1/reviews/\(id)", method: .delete), of: Self.owner, base: base,
      isInDoubt: false)
  }

  /// Sends, and returns the reports: `sent q-1 r-1`, `held q-2`.
  @discardableResult
  func send(
    _ queue: SQLiteWriteQueue, _ selection: QueueSelection = .due,
    of owner: DataOwner = QueueBench.owner
  ) async throws -> [String] {
    let lines = Mutex<[String]>([])
    _ = try await queue.send(of: owner, on: try client(), selection) { outcome in
      let line =
        switch outcome {
        case .sent(let write, let id): "sent \(write.id) \(id ?? "-")"
        case .postponed(let write): "postponed \(write.id)"
        case .held(let write): "held \(write.id)"
        }
      lines.withLock { $0.append(line) }
    }
    return lines.withLock(\.self)
  }

  /// The methods and paths of the requests so far.
  var paths: [String] {
    transport.requests.map { "\($0.method.rawValue) \($0.url.path())" }
  }
}

/// Adds a token that names the owner's account.
struct Credentials: Authorizer {
  func authorize(_ request: inout APIRequest) {
    if let account = request.owner?.account {
      request.headers["Authorization"] = "Bearer token-of-\(account)"
    }
  }

  func recover(from response: APIResponse) -> Bool { false }
}
