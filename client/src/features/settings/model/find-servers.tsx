import { Search } from 'lucide-react';
import { type FoundServer, modelKindLabels } from '#shared/contracts/model-settings.ts';
import { errorText } from '../../../api/error-text.ts';
import { useFindServers } from '../../../api/model-settings.ts';
import { Button } from '../../../components/ui/button.tsx';

const NOTHING =
  'Neither Ollama nor LM Studio answers on the usual ports. Start it, or give its address below.';
const HINT = 'Looks for Ollama and LM Studio where Chime In runs.';

export function FindServers({ onTake }: { onTake: (server: FoundServer) => void }) {
  const finding = useFindServers();
  const said = finding.isError
    ? errorText(finding.error, 'Failed to look for servers')
    : finding.data?.length === 0
      ? NOTHING
      : HINT;
  return (
    <div className="flex min-h-(--control) flex-wrap items-center gap-x-3 gap-y-2">
      <Button disabled={finding.isPending} onClick={() => finding.mutate()}>
        <Search aria-hidden />
        {finding.isPending ? 'Looking…' : 'Find on This Machine'}
      </Button>
      {finding.data?.length ? (
        finding.data.map((server) => (
          <Button key={server.kind} onClick={() => onTake(server)}>
            Use {modelKindLabels[server.kind]} ({server.models.length}{' '}
            {server.models.length === 1 ? 'model' : 'models'})
          </Button>
        ))
      ) : (
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-muted">
          {said}
        </p>
      )}
    </div>
  );
}
