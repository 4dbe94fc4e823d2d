import FoundationEssentials
import WebMessages

/// A response with its whole body.
struct Reply {
  let status: Int
  let headers: HTTPHeaders
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The first problem's code and detail; empty if there is none.
  var code: String { error?.code ?? "" }
  var detail: String { error?.detail ?? "" }

  var error: ProblemReply? { try? (decoded() as ProblemList).errors.first }

  func decoded<Value: Decodable>() throws -> Value {
    try JSONDecoder().decode(Value.self, from: body)
  }
}

struct ProblemList: Decodable {
  let errors: [ProblemReply]
}

struct ProblemReply: Decodable {
  let status: String
  let code: String
  let title: String
  let detail: String
  let source: Source?

  struct Source: Decodable, Equatable {
    var parameter: String?
    var pointer: String?
    var header: String?
  }
}

struct Grant: Decodable {
  let access_token: String
  let refresh_token: String
  let expires_in: Int
  let user: String
  let expires_at: String
}

struct ProductReply: Decodable, Equatable {
  let id: String
  let name: String
  let description: String
  let price: Decimal
  let currency_code: String
  let image: String?
}

struct ReviewReply: Decodable, Equatable {
  let id: String
  let product: String
  let rating: Int
  let comment: String
  let author: String
}
