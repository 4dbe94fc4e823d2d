/// The version of Seashell: what `version`, the prompt and the header field User-Agent show.
enum SeashellVersion {
  static let current = "0.1.0"
}
