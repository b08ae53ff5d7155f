class Earl < Formula
  desc "{{.Summary}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{.URL "darwin_arm64.tar.gz"}}"
      sha256 "{{.SHA256 "darwin_arm64.tar.gz"}}"
    end
    on_intel do
      url "{{.URL "darwin_amd64.tar.gz"}}"
      sha256 "{{.SHA256 "darwin_amd64.tar.gz"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{.URL "linux_arm64.tar.gz"}}"
      sha256 "{{.SHA256 "linux_arm64.tar.gz"}}"
    end
    on_intel do
      url "{{.URL "linux_amd64.tar.gz"}}"
      sha256 "{{.SHA256 "linux_amd64.tar.gz"}}"
    end
  end

  def install
    bin.install "earl", "earl-rows"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/earl.bash" => "earl"
    zsh_completion.install "completions/_earl"
    fish_completion.install "completions/earl.fish"
    doc.install "README.md", "CHANGELOG.md", "LICENSE", "THIRD-PARTY.txt"
  end

  test do
    assert_match "earl v#{version} ", shell_output("#{bin}/earl version")
    assert_equal "http://example.com/~joe", shell_output("#{bin}/earl normalize HTTP://example.com:80/%7Ejoe").chomp
  end
end
