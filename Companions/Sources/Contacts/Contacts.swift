// SPDX-License-Identifier: MIT

// As on Apple's systems.
@_exported public import Foundation
