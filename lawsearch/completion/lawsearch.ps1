# Completion of lawsearch for PowerShell. In $PROFILE: lawsearch completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName lawsearch -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $line = $commandAst.Extent.Text
    $length = $cursorPosition - $commandAst.Extent.StartOffset
    $line = if ($length -gt $line.Length) { $line + ' ' } else { $line.Substring(0, $length) }
    $program = $commandAst.CommandElements[0].Extent.Text
    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
        $answer = @(& $program __complete $line 2>$null)
    } finally {
        [Console]::OutputEncoding = $encoding
    }
    if ($answer.Count -lt 2 -or $answer[0] -ne 'words') { return }
    $answer | Select-Object -Skip 1 | ForEach-Object {
        $value, $meaning = $_ -split "`t", 2
        if (-not $meaning) { $meaning = $value }
        $text = if ($value -match '[()\s]') { "'" + $value + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $meaning)
    }
}
