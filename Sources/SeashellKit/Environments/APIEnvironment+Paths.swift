import FoundationEssentials
import ShellOutput

extension APIEnvironment {
  /// Returns the path that a URL of the environment's API has under its version.
  ///
  /// - Throws: a `usage` error if the URL does not belong to this API.
  func path(ofURL text: String) throws -> String {
    let bases = [baseURL.path(percentEncoded: true), version ?? ""]
    let base = bases.flatMap { $0.split(separator: "/") }
    guard !isEmbedded, let url = URL(string: text), isOrigin(of: url), url.user() == nil else {
      throw foreign(text, base)
    }
    let parts = url.path(percentEncoded: true).split(separator: "/")
    guard parts.starts(with: base), !parts.contains(".."), !parts.contains(".") else {
      throw foreign(text, base)
    }
    return parts.dropFirst(base.count).joined(separator: "/")
  }

  private func foreign(_ text: String, _ base: [Substring]) -> ShellError {
    if isEmbedded {
      return ShellError(.usage, "'\(text)' is a URL, and the environment '\(name)' has none")
    }
    let root = ([origin.description] + base.map(String.init)).joined(separator: "/")
    return ShellError(
      .usage, "'\(text)' is not a URL of the environment '\(name)'",
      hint: "its URLs begin with \(root)/")
  }
}
