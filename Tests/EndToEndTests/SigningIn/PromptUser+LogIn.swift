import Foundation

extension PromptUser {
  /// Signs in to the API `sc` at the prompt by answering its questions.
  func logIn(_ scheme: SignInScheme) throws {
    try type("session login sc --scheme \(scheme.id)\r")
    try answer(scheme)
  }

  func answer(_ scheme: SignInScheme) throws {
    if let name = scheme.user {
      try seeCursor(between: scheme.grant == "client_credentials" ? "client id: " : "user: ")
      try type("\(name)\r")
    }
    let question =
      switch scheme.id {
      case "HeaderKey": "key X-API-Key: "
      case "QueryKey": "key api_key: "
      case "CookieKey": "key key: "
      case "BearerAuth": "token: "
      default: scheme.grant == "client_credentials" ? "client secret: " : "password: "
      }
    try seeCursor(between: question)
    try type("\(scheme.secret)\r")
  }
}
