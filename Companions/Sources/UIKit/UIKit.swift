// SPDX-License-Identifier: MIT

// As on Apple's systems, `import UIKit` is enough for URL, Data and Bundle.
@_exported public import Foundation
