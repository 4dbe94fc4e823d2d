// A program needs to import SeashellApp and its modules only.
@_exported public import SeashellKit
