import Glibc
import SeashellKit

/// The location of Seashell for a package: a folder of sources, or a repository.
enum KitSource: Equatable {
  case folder(String)
  case repository(String)

  /// The folder of sources that this program was built in; nil if it was installed elsewhere.
  ///
  /// It is found through the program's path in `.build`. It cannot be compiled in, because builds in two
  /// folders are equal.
  static var ownFolder: String? {
    guard var folder = absolute("/proc/self/exe") else { return nil }
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      if holdsKit(folder) { return folder }
    }
    return nil
  }

  /// Takes a folder with the sources of Seashell or a URL; nil for ``ownFolder``.
  init(_ text: String?) throws(ShellError) {
    guard let text else {
      guard let folder = Self.ownFolder else {
        throw ShellError(
          .failed, "an installed program does not know where Seashell's sources are",
          hint: "pass --kit with their folder or URL")
      }
      self = .folder(folder)
      return
    }
    if text.contains("://") || text.hasPrefix("git@") {
      self = .repository(text)
      return
    }
    guard let path = Self.absolute(text), Self.holdsKit(path) else {
      throw ShellError(
        .usage, "'\(text)' does not hold Seashell's sources",
        hint: "name the folder that has Seashell's Package.swift, or a URL")
    }
    self = .folder(path)
  }

  var dependency: String {
    switch self {
    case .folder(let path): ".package(name: \"seashell\", path: \(path.debugDescription))"
    case .repository(let url): ".package(url: \(url.debugDescription), branch: \"main\")"
    }
  }

  /// The package's name in a manifest: for a repository, the last part of its URL.
  var package: String {
    guard case .repository(let url) = self, let last = url.split(whereSeparator: isSeparator).last
    else { return "seashell" }
    return (last.hasSuffix(".git") ? last.dropLast(4) : last).lowercased()
  }

  private func isSeparator(_ character: Character) -> Bool { character == "/" || character == ":" }

  private static func holdsKit(_ folder: String) -> Bool {
    ["Package.swift", "Sources/SeashellKit"].allSatisfy { access("\(folder)/\($0)", R_OK) == 0 }
  }

  private static func absolute(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
