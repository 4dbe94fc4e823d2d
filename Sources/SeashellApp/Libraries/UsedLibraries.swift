import CArguments
import CoreSchemas
import ShellCommands
import ShellTerminal
import WebCurl

enum UsedLibraries {
  /// Opens libcurl and libpcre2 to find their versions.
  ///
  /// `own` are only this program's, and come first.
  static func all(with own: [LibraryVersion]) -> [LibraryVersion] {
    let (version, problem) = CurlVersion.read()
    let curl =
      version.map { LibraryVersion("libcurl", $0) }
      ?? LibraryVersion("libcurl", missing: problem ?? "install libcurl4")
    let (patterns, absence) = PatternLibrary.read()
    let pcre2 =
      patterns.map { LibraryVersion("libpcre2", $0) }
      ?? LibraryVersion("libpcre2", missing: absence ?? "install libpcre2-8-0")
    return [LibraryVersion("Swift", swift), curl, pcre2] + own + [
      LibraryVersion("readline", ReadlineVersion.current),
      LibraryVersion("glibc", String(cString: seashell_libc_version())),
    ]
  }

  /// The version of Swift's compiler and runtime, which are part of the program.
  private static var swift: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
