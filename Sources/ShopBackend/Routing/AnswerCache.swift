import FoundationEssentials
import CoreSQLite
import WebMessages

/// Answers that are given again for as long as nothing has changed in the shop's file.
///
/// It holds what is the same for everybody. What the request itself adds, such as a tag that its
/// sender holds already, is seen to afterwards.
struct AnswerCache {
  /// How many answers are held, and how many bytes of them.
  static let capacity = 256
  static let room = 2 << 20

  /// The longest answer that is held, in bytes.
  static let longest = 64 << 10

  /// What an answer is the answer to.
  struct Question: Hashable {
    private let address: String
    private let format: Representation

    /// Reads a request; nil where its answer is not one to hold.
    init?(_ request: HTTPRequest) {
      guard !request.method.isWrite, let format = try? Representation(request.headers) else {
        return nil
      }
      (address, self.format) = (request.url.absoluteString, format)
    }

    var size: Int { address.utf8.count }
  }

  /// Which state of the file an answer tells of.
  struct Version: Equatable {
    private let others: Int
    private let own: Int

    /// Reads the state of a file.
    ///
    /// SQLite's data version changes with what other connections commit, in this process or in
    /// another one, and not with what this one does: that is counted.
    init(of database: Database) throws {
      others = try database.first("PRAGMA data_version") { $0.integer(0) } ?? 0
      own = try database.first("SELECT total_changes()") { $0.integer(0) } ?? 0
    }
  }

  private var version: Version?
  private var answers: [Question: ShopResponse] = [:]
  private var size = 0

  func holds(_ question: Question) -> Bool { answers[question] != nil }

  /// The answer to a question; nil where none is held, or where the file has changed since.
  func answer(to question: Question, at version: Version) -> ShopResponse? {
    version == self.version ? answers[question] : nil
  }

  /// Holds an answer.
  ///
  /// - Parameter version: is read before the answer is made: what comes between makes it one that is
  ///   not given again.
  mutating func hold(_ answer: ShopResponse, to question: Question, at version: Version) {
    let added = answer.body.count + question.size
    guard answer.status == 200, added <= Self.longest else { return }
    if version != self.version || answers.count >= Self.capacity || size + added > Self.room {
      (answers, size, self.version) = ([:], 0, version)
    }
    if answers.updateValue(answer, forKey: question) == nil { size += added }
  }
}

extension Resource {
  /// Whether everybody is shown the same.
  var isForAll: Bool {
    switch self {
    case .products, .product, .relatedProducts, .reviews, .review, .description: true
    case .session, .sessionRefresh, .events: false
    }
  }
}
