import CReadline

/// The readline that the prompt uses.
package enum ReadlineVersion {
  /// Its version: `8.2`.
  package static var current: String { String(cString: seashell_readline_version()) }
}
